/** Callbacks of a feed, for any transport. `lost` counts messages dropped because this client was too slow. */
export type FeedHandlers = {
  onOpen(): void
  onMessage(text: string): void
  onLost(count: number): void
  /**
   * `code` is a WebSocket close code; 1006 if the connection broke. `failure` is the error response that a call would
   * have had, if the server sent one.
   */
  onClose(code: number, reason: string, failure?: unknown): void
}

/** Keep-alive interval in ms (console-api 16.1). */
const KEEP_ALIVE = 10_000

/** WebSocket handshake timeout in ms; after it we assume that a proxy blocks WebSockets. */
const HANDSHAKE_TIMEOUT = 8000

/** Number of dropped messages announced by a line. */
const droppedCountOf = (text: string) =>
  text.startsWith('{"lost":') ? /^\{"lost":(\d+),"of":"feed"\}$/.exec(text)?.[1] : undefined

/** The failure that ends a feed, announced by a line. */
const announcedFailure = (text: string): unknown => {
  if (!text.startsWith('{"failure":') || !text.endsWith(',"of":"feed"}')) return undefined
  return (JSON.parse(text) as { failure: unknown }).failure
}

/** Opens a feed as a WebSocket. If `onClose` is called without `onOpen`, the handshake failed. */
const openWebSocket = (address: string, handlers: FeedHandlers): (() => void) => {
  const socket = new WebSocket(address)
  let timer = setTimeout(() => socket.close(), HANDSHAKE_TIMEOUT)
  let failure: unknown
  const keepAlive = () => {
    socket.send('ok')
    timer = setTimeout(keepAlive, KEEP_ALIVE)
  }
  socket.onopen = () => {
    clearTimeout(timer)
    keepAlive()
    handlers.onOpen()
  }
  socket.onmessage = ({ data }) => {
    for (const line of String(data).split('\n')) {
      const lost = droppedCountOf(line)
      failure ??= announcedFailure(line)
      if (lost !== undefined) handlers.onLost(Number(lost))
      else if (failure === undefined) handlers.onMessage(line)
    }
  }
  socket.onclose = ({ code, reason }) => {
    clearTimeout(timer)
    handlers.onClose(code, reason, failure)
  }
  return () => {
    clearTimeout(timer)
    // closed before it is connected, it would look like a failed handshake
    socket.onopen = socket.onclose = null
    socket.close(1000)
  }
}

/** Splits a buffered event stream into complete events and the start of the next one. */
const splitEvents = (text: string) => {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const lines = block.split('\n')
    const fieldOf = (field: string) => lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2)
    const data = fieldOf('data')
    return data === undefined ? [] : { name: fieldOf('event') ?? 'message', data }
  })
  return { events, rest }
}

type FeedEnd = { code: number; reason: string; failure?: unknown }

/** Opens a feed as server-sent events over plain HTTP. */
const openEventStream = (address: string, handlers: FeedHandlers): (() => void) => {
  const controller = new AbortController()
  const read = async (): Promise<FeedEnd> => {
    const headers = { accept: 'text/event-stream' }
    const response = await fetch(address, { headers, signal: controller.signal, cache: 'no-store' })
    if (!response.ok || !response.body) {
      const failure = (await response.json().catch(() => ({}))) as { message?: string }
      const { message = 'The feed was refused' } = failure
      return { code: response.status < 500 ? 1008 : 1011, reason: `${response.status} ${message}`, failure }
    }
    // any other content type is not a feed
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return { code: 1006, reason: '' }
    handlers.onOpen()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return { code: 1006, reason: '' }
      const { events, rest } = splitEvents(text + value)
      text = rest
      for (const { name, data } of events) {
        if (controller.signal.aborted) return { code: 1000, reason: '' }
        if (name === 'end') return JSON.parse(data) as FeedEnd
        if (name === 'lost') handlers.onLost(Number(data))
        else handlers.onMessage(data)
      }
    }
  }
  read()
    .catch((): FeedEnd => ({ code: 1006, reason: '' }))
    .then(({ code, reason, failure }) => {
      if (!controller.signal.aborted) handlers.onClose(code, reason, failure)
    })
  return () => controller.abort()
}

/** Set after WebSockets failed where server-sent events worked, to skip WebSockets until the page is reloaded. */
export const webSockets = { blocked: false }

/**
 * Opens a feed by its HTTP address: as a WebSocket, with server-sent events as the fallback. Returns a function that
 * closes it.
 */
export const openFeed = (address: string, handlers: FeedHandlers): (() => void) => {
  const openEvents = (failed?: FeedEnd) => {
    let hasOpened = false
    return openEventStream(address, {
      ...handlers,
      onOpen: () => {
        hasOpened = true
        if (failed) webSockets.blocked = true
        handlers.onOpen()
      },
      // if both transports fail, the server is unreachable
      onClose: (code, reason, failure) =>
        hasOpened || !failed || code !== 1006
          ? handlers.onClose(code, reason, failure)
          : handlers.onClose(failed.code, failed.reason),
    })
  }
  if (webSockets.blocked) return openEvents()
  let opened = false
  let close = openWebSocket(`${address.replace(/^http/, 'ws')}${address.includes('?') ? '&' : '?'}format=ndjson`, {
    ...handlers,
    onOpen: () => {
      opened = true
      handlers.onOpen()
    },
    onClose: (code, reason, failure) => {
      // a close reason proves that the server had accepted the connection
      if (opened || code !== 1006) handlers.onClose(code, reason, failure)
      else close = openEvents({ code, reason })
    },
  })
  return () => close()
}
