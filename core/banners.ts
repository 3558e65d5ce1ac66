import { proxy } from 'valtio'
import { Failure } from './failure.ts'

/** A snackbar message; errors stay 10 s, all others 5 s (spec/1 section 9). */
export type Message = {
  id: number
  tone: 'ok' | 'danger'
  text: string
  detail?: string
  /** One thing to do about it: an act, or the way to an address. */
  action?: { label: string } & ({ run: () => void; href?: undefined } | { href: string; run?: undefined })
  /** It stays until it is dismissed by what it tells of. */
  lasting?: true
}

/** What stands above every page: the restart banner, the loading line (below 100 it shows), and the snackbar. */
export const banners = proxy({
  restart: 'none' as 'none' | 'needed' | 'running',
  progress: 100,
  messages: [] as Message[],
})

let last = 0

const show = (message: Omit<Message, 'id'>) => {
  const passing = banners.messages.filter(({ lasting }) => !lasting).slice(-2)
  banners.messages = [
    ...banners.messages.filter((one) => one.lasting || passing.includes(one)),
    { id: ++last, ...message },
  ]
}

/** Says that something worked; an empty text closes the snackbar. */
export const say = (text: string, action?: Message['action']) => {
  if (text) show({ tone: 'ok', text, ...(action && { action }) })
  else banners.messages = banners.messages.filter(({ lasting }) => lasting)
}

/** Says of what goes on that it does, and how it is called back; gives what ends the message. */
export const sayOngoing = (text: string, tone: Message['tone'], label: string, run: () => void) => {
  show({ tone, text, action: { label, run }, lasting: true })
  const id = last
  return () => dismiss(id)
}

/** Says what failed. A 401 says nothing: the session is gone and the login page is on its way. */
export const sayFailure = (failure: unknown) => {
  if (failure instanceof Failure && failure.status === 401) return
  const text = failure instanceof Error ? failure.message : String(failure)
  show({ tone: 'danger', text, ...(failure instanceof Failure && failure.detail && { detail: failure.detail }) })
}

/** Takes one message away, by its id. */
export const dismiss = (id: number) => {
  banners.messages = banners.messages.filter((message) => message.id !== id)
}
