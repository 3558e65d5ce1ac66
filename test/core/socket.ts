/** The browser's end of a socket that the test holds the other end of. */
export class Socket {
  static opened: Socket[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number; reason: string }) => void
  closed: number | undefined
  readonly sent: string[] = []
  constructor(readonly url: string) {
    Socket.opened.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close(code: number) {
    this.closed = code
  }
}

const original = globalThis.WebSocket

/** Lets `new WebSocket` make these. */
export const takeSockets = () => void Object.assign(globalThis, { WebSocket: Socket })

/** Gives the real ones back. */
export const giveSocketsBack = () => void Object.assign(globalThis, { WebSocket: original })

/** The socket that was opened last. */
export const lastSocket = () => {
  const socket = Socket.opened.at(-1)
  if (!socket) throw new Error('No socket was opened')
  return socket
}
