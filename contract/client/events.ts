/** An event of a stream: WHATWG HTML, 9.2 "Server-sent events". */
export interface ServerEvent {
  event: string
  data: string
  id: string
}

/** What a stream sends besides events: how long to wait before reconnecting, in milliseconds. */
interface Reconnection {
  retryMs: number
}

const lineBreak = /\r\n|\n|\r(?!$)/

/** Parses the body of an event stream. A block that the connection's end cuts off is dropped. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerEvent | Reconnection> {
  const decoder = new TextDecoder()
  let [rest, event, id] = ['', '', '']
  let data: string[] = []
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(lineBreak)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (line === '') {
        if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id }
        event = ''
        data = []
      } else if (field === 'data') data.push(value)
      else if (field === 'event') event = value
      else if (field === 'id' && !value.includes('\0')) id = value
      else if (field === 'retry' && /^\d+$/.test(value)) yield { retryMs: Number(value) }
    }
  }
}
