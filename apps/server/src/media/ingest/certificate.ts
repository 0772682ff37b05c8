import { constants, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import { ConfigError } from '../../lib/config-error.ts'
import type { Log } from '../../lib/log.ts'

/** A certificate from files that are renewed while the server runs. */
export interface Certificate {
  /** The newest that could be read. */
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

const lookAgainMs = 10_000

/**
 * Reads a certificate chain and its key, and again whenever their content has changed; what a renewal has not finished
 * writing is passed over until it fits. Throws `ConfigError`, which names the setting, when there is none to begin with.
 */
export async function openCertificate(
  files: CertificateFiles,
  log: Log,
  intervalMs = lookAgainMs,
): Promise<Certificate> {
  let current = await readPem(files)
  let secureContext = toSecureContext(current, files)
  let lastComplaint = ''
  let isClosed = false
  let timer: NodeJS.Timeout

  async function lookAgain(): Promise<void> {
    try {
      const pem = await readPem(files)
      if (pem.cert !== current.cert || pem.key !== current.key) renewTo(pem)
    } catch (error) {
      const reason = (error as Error).message
      if (reason !== lastComplaint) log.warn({ reason }, 'keeping the former certificate of RTMPS')
      lastComplaint = reason
    }
    // Only now: of two looks at once, the older could answer last.
    if (!isClosed) lookLater()
  }
  function renewTo(pem: Pem): void {
    secureContext = toSecureContext(pem, files)
    current = pem
    lastComplaint = ''
    log.info('the certificate of RTMPS was renewed')
  }
  function lookLater(): void {
    timer = setTimeout(lookAgain, intervalMs).unref()
  }
  lookLater()
  return {
    get secureContext() {
      return secureContext
    },
    close() {
      isClosed = true
      clearTimeout(timer)
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
  const certificate = orRefuse(
    () => new X509Certificate(cert),
    `WAGGLE_RTMPS_CERT_FILE: ${certFile} holds no certificate in PEM.`,
  )
  const privateKey = orRefuse(
    () => createPrivateKey(key),
    `WAGGLE_RTMPS_KEY_FILE: ${keyFile} holds no private key in PEM, or one with a passphrase.`,
  )
  const mismatch = `WAGGLE_RTMPS_KEY_FILE: ${keyFile} is not the key of the certificate in WAGGLE_RTMPS_CERT_FILE.`
  if (!certificate.checkPrivateKey(privateKey)) throw new ConfigError(mismatch)
  // A client that negotiates again and again costs the server more than itself.
  return orRefuse(() => createSecureContext({ cert, key, secureOptions: constants.SSL_OP_NO_RENEGOTIATION }), mismatch)
}

function orRefuse<Value>(read: () => Value, sentence: string): Value {
  try {
    return read()
  } catch {
    throw new ConfigError(sentence)
  }
}
