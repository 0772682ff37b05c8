import { routes } from '@waggle/contract/routes'

const contractRoutes = Object.values(routes).map((route) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`) }
})

/** The methods that the contract's endpoints have at the path of an address. */
export function allowedMethods(address: string): string[] {
  const path = address.split('?')[0] ?? ''
  const methods = contractRoutes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}
