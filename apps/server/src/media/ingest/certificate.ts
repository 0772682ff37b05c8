import { constants, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Log } from '../../lib/log.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import { ConfigError } from '../../lib/startup/config-error.ts'

/** A certificate from files that are renewed while the server runs. */
export interface Certificate {
  /** The newest one that could be read. */
  readonly secureContext: SecureContext
  close(): void
}

interface CertificateFiles {
  certFile: string
  keyFile: string
}

interface Pem {
  cert: string
  key: string
}

const reloadIntervalMs = 10_000

/**
 * Reads a certificate chain and its key, and reloads them whenever their content has changed. A half-written renewal is ignored until
 * certificate and key fit. Throws `ConfigError`, which names the setting, when the first read fails.
 */
export async function openCertificate(
  files: CertificateFiles,
  log: Log,
  intervalMs = reloadIntervalMs,
): Promise<Certificate> {
  let current = await readPem(files)
  let secureContext = toSecureContext(current, files)
  let lastProblem = ''

  async function reload(): Promise<void> {
    try {
      const pem = await readPem(files)
      if (pem.cert !== current.cert || pem.key !== current.key) use(pem)
    } catch (error) {
      const reason = (error as Error).message
      if (reason !== lastProblem) log.warn({ reason }, 'keeping the previous certificate of RTMPS')
      lastProblem = reason
    }
  }
  function use(pem: Pem): void {
    secureContext = toSecureContext(pem, files)
    current = pem
    lastProblem = ''
    log.info('the certificate of RTMPS was renewed')
  }
  // Not an interval: of two simultaneous reads, the older could finish last.
  const reloads = startPeriodicTask(reload, {
    pauseMs: intervalMs,
    onError: (error) => log.error({ error }, 'could not reload the certificate of RTMPS'),
    isBackground: true,
  })
  return {
    get secureContext() {
      return secureContext
    },
    close() {
      void reloads.close()
    },
  }
}

async function readPem({ certFile, keyFile }: CertificateFiles): Promise<Pem> {
  const [cert, key] = await Promise.all([
    readNamed('WAGGLE_RTMPS_CERT_FILE', certFile),
    readNamed('WAGGLE_RTMPS_KEY_FILE', keyFile),
  ])
  return { cert, key }
}

async function readNamed(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${setting}: ${file} cannot be read (${code}).`)
  }
}

function toSecureContext({ cert, key }: Pem, { certFile, keyFile }: CertificateFiles): SecureContext {
  const certificate = orConfigError(
    () => new X509Certificate(cert),
    `WAGGLE_RTMPS_CERT_FILE: ${certFile} contains no PEM certificate.`,
  )
  const privateKey = orConfigError(
    () => createPrivateKey(key),
    `WAGGLE_RTMPS_KEY_FILE: ${keyFile} contains no PEM private key, or one with a passphrase.`,
  )
  const mismatch = `WAGGLE_RTMPS_KEY_FILE: ${keyFile} is not the key of the certificate in WAGGLE_RTMPS_CERT_FILE.`
  if (!certificate.checkPrivateKey(privateKey)) throw new ConfigError(mismatch)
  // Renegotiation costs the server more than the client.
  return orConfigError(
    () => createSecureContext({ cert, key, secureOptions: constants.SSL_OP_NO_RENEGOTIATION }),
    mismatch,
  )
}

function orConfigError<Value>(read: () => Value, sentence: string): Value {
  try {
    return read()
  } catch {
    throw new ConfigError(sentence)
  }
}
