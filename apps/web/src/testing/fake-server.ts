import { createApi } from '../lib/api/api.ts'

export interface ReceivedCall {
  method: string
  path: string
  authorization: string | null
  body: unknown
}

type Reply = Response | Error | Promise<Response>

/** An API whose answers a test decides. `calls` records the requests. */
export function fakeServer(answer: (call: ReceivedCall) => Reply) {
  const calls: ReceivedCall[] = []
  const fetcher: typeof fetch = async (input, init) => {
    const request = new Request(new URL(String(input), 'http://site.example'), init)
    const url = new URL(request.url)
    const text = await request.clone().text()
    const call = {
      method: request.method,
      path: url.pathname + url.search,
      authorization: request.headers.get('authorization'),
      body: text === '' ? undefined : JSON.parse(text),
    }
    calls.push(call)
    const reply = answer(call)
    if (reply instanceof Error) throw reply
    return await reply
  }
  return { api: createApi(fetcher), fetcher, calls }
}

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status })
}

export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, error: message, message }, { status })
}

export const unreachable = new TypeError('Failed to fetch')
