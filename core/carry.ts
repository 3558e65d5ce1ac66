/** Callbacks of a feed, for any transport. `lost` counts messages dropped because this client was too slow. */
export type Heard = {
  onOpen(): void
  onMessage(text: string): void
  onLost(count: number): void
  /** `code` is a WebSocket close code; 1006 if the connection broke. */
  onClose(code: number, reason: string): void
}

/** Keep-alive interval in ms (console-api 16.1). */
const KEEP_ALIVE = 10_000

/** WebSocket handshake timeout in ms; after it we assume that a proxy blocks WebSockets. */
const PATIENCE = 8000

/** Number of dropped messages announced by a WebSocket message. */
const lostIn = (text: string) =>
  text.startsWith('{"lost":') ? /^\{"lost":(\d+),"of":"feed"\}$/.exec(text)?.[1] : undefined

/** Opens a feed as a WebSocket. If `onClose` is called without `onOpen`, the handshake failed. */
const overSocket = (address: string, heard: Heard): (() => void) => {
  const socket = new WebSocket(address)
  let timer = setTimeout(() => socket.close(), PATIENCE)
  const keepAlive = () => {
    socket.send('ok')
    timer = setTimeout(keepAlive, KEEP_ALIVE)
  }
  socket.onopen = () => {
    clearTimeout(timer)
    keepAlive()
    heard.onOpen()
  }
  socket.onmessage = ({ data }) => {
    const text = String(data)
    const lost = lostIn(text)
    if (lost === undefined) heard.onMessage(text)
    else heard.onLost(Number(lost))
  }
  socket.onclose = ({ code, reason }) => {
    clearTimeout(timer)
    heard.onClose(code, reason)
  }
  return () => {
    clearTimeout(timer)
    socket.close(1000)
  }
}

/** Splits a buffered event stream into complete events and the start of the next one. */
const eventsIn = (text: string) => {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const lines = block.split('\n')
    const of = (field: string) => lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2)
    const data = of('data')
    return data === undefined ? [] : { name: of('event') ?? 'message', data }
  })
  return { events, rest }
}

type End = { code: number; reason: string }

/** Opens a feed as server-sent events over plain HTTP. */
const overEvents = (address: string, heard: Heard): (() => void) => {
  const over = new AbortController()
  const read = async (): Promise<End> => {
    const headers = { accept: 'text/event-stream' }
    const answer = await fetch(address, { headers, signal: over.signal, cache: 'no-store' })
    if (!answer.ok || !answer.body) {
      const { message = 'The feed was refused' } = (await answer.json().catch(() => ({}))) as { message?: string }
      return { code: answer.status < 500 ? 1008 : 1011, reason: `${answer.status} ${message}` }
    }
    // any other content type is not a feed
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return { code: 1006, reason: '' }
    heard.onOpen()
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return { code: 1006, reason: '' }
      const { events, rest } = eventsIn(text + value)
      text = rest
      for (const { name, data } of events) {
        if (over.signal.aborted) return { code: 1000, reason: '' }
        if (name === 'end') return JSON.parse(data) as End
        if (name === 'lost') heard.onLost(Number(data))
        else heard.onMessage(data)
      }
    }
  }
  read()
    .catch((): End => ({ code: 1006, reason: '' }))
    .then(({ code, reason }) => {
      if (!over.signal.aborted) heard.onClose(code, reason)
    })
  return () => over.abort()
}

/** Set after WebSockets failed where server-sent events worked, to skip WebSockets until the page is reloaded. */
export const sockets = { blocked: false }

/**
 * Opens a feed by its HTTP address: as a WebSocket, with server-sent events as the fallback. Returns a function that
 * closes it.
 */
export const carry = (address: string, heard: Heard): (() => void) => {
  const asEvents = (failed?: End) => {
    let came = false
    return overEvents(address, {
      ...heard,
      onOpen: () => {
        came = true
        if (failed) sockets.blocked = true
        heard.onOpen()
      },
      // if both transports fail, the server is unreachable
      onClose: (code, reason) =>
        came || !failed || code !== 1006 ? heard.onClose(code, reason) : heard.onClose(failed.code, failed.reason),
    })
  }
  if (sockets.blocked) return asEvents()
  let opened = false
  let leave = overSocket(`${address.replace(/^http/, 'ws')}${address.includes('?') ? '&' : '?'}lost=tell`, {
    ...heard,
    onOpen: () => {
      opened = true
      heard.onOpen()
    },
    onClose: (code, reason) => {
      // a close reason proves that the server had accepted the connection
      if (opened || code !== 1006) heard.onClose(code, reason)
      else leave = asEvents({ code, reason })
    },
  })
  return () => leave()
}
