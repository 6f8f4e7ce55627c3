import { Pool } from 'undici'

/** Sends JSON to a server over keep-alive connections, with little CPU of its own. */
export interface Client {
  /** @throws if the answer is not a success */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Record<string, unknown>>
  /** Sets the bearer token of all calls that follow. */
  signIn(token: string): void
  close(): Promise<void>
}

export function openClient(url: string, connections: number): Client {
  const pool = new Pool(url, { connections, pipelining: 1 })
  let authorization: Record<string, string> = {}
  return {
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        let status = 0
        let text = ''
        pool.dispatch(
          {
            method,
            path,
            headers: { ...authorization, ...(body && { 'content-type': 'application/json' }) },
            ...(body && { body: JSON.stringify(body) }),
          },
          {
            onRequestStart() {},
            onResponseStart: (_, code) => (status = code),
            onResponseData: (_, chunk) => (text += chunk),
            onResponseEnd: () =>
              status < 300 ? resolve(JSON.parse(text)) : reject(new Error(`${status} ${text}`)),
            onResponseError: (_, error) => reject(error),
          },
        )
      }),
    signIn: token => (authorization = { authorization: `Bearer ${token}` }),
    close: () => pool.close(),
  }
}
