import { routes } from '@waggle/contract/routes'

const known = Object.values(routes).map((route) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`) }
})

/** The methods that the contract has at the path of an address. */
export function methodsAt(address: string): string[] {
  const path = address.split('?')[0] ?? ''
  const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}
