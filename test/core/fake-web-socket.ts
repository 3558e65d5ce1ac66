/** A WebSocket whose other end is the test. */
export class FakeWebSocket {
  static opened: FakeWebSocket[] = []
  onopen?: (() => void) | null
  onmessage?: (event: { data: string }) => void
  onclose?: ((event: { code: number; reason: string }) => void) | null
  closed: number | undefined
  readonly sent: string[] = []
  constructor(readonly url: string) {
    FakeWebSocket.opened.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close(code: number) {
    this.closed = code
  }
}

const original = globalThis.WebSocket

/** Replaces the global `WebSocket`. */
export const installFakeWebSocket = () => void Object.assign(globalThis, { WebSocket: FakeWebSocket })

/** Restores the global `WebSocket`. */
export const restoreWebSocket = () => void Object.assign(globalThis, { WebSocket: original })

/** The socket that was opened last. */
export const lastSocket = () => {
  const socket = FakeWebSocket.opened.at(-1)
  if (!socket) throw new Error('No socket was opened')
  return socket
}
