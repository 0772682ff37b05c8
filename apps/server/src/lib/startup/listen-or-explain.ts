import { StartError } from './start-error.ts'

/** Opens a listener. Throws StartError with advice when the system refuses the address; `setting` names the port's setting. */
export async function listenOrExplain<Port extends number | undefined>(
  setting: string,
  { host, port }: { host: string; port: number },
  listen: () => Promise<Port>,
): Promise<Port> {
  try {
    return await listen()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `${setting}: port ${port} is in use already. Stop what uses it, or set ${setting} to another port.`,
      )
    }
    if (code === 'EACCES')
      throw new StartError(`${setting}: this user may not open port ${port}. Choose one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`${setting.replace('PORT', 'HOST')}: ${host} is not an address of this machine.`)
    }
    throw error
  }
}
