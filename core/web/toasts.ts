import { proxy } from 'valtio'
import { Failure } from '../protocol/failure.ts'

/** A toast. Errors stay for 10 s, others for 5 s (spec/1 section 9). */
export type Message = {
  id: number
  tone: 'ok' | 'danger'
  text: string
  detail?: string
  /** One action: a function to call or an address to open. */
  action?: { label: string } & ({ run: () => void; href?: undefined } | { href: string; run?: undefined })
  /** Stays until its creator dismisses it. */
  lasting?: true
}

/** Shown above every page: restart banner, loading line (visible below 100), and toasts. */
export const banners = proxy({
  restart: 'none' as 'none' | 'needed' | 'running',
  progress: 100,
  messages: [] as Message[],
})

let lastId = 0

const show = (message: Omit<Message, 'id'>) => {
  const recent = banners.messages.filter(({ lasting }) => !lasting).slice(-2)
  banners.messages = [
    ...banners.messages.filter((one) => one.lasting || recent.includes(one)),
    { id: ++lastId, ...message },
  ]
}

/** Shows a success toast; an empty text closes it. */
export const showToast = (text: string, action?: Message['action']) => {
  if (text) show({ tone: 'ok', text, ...(action && { action }) })
  else banners.messages = banners.messages.filter(({ lasting }) => lasting)
}

/** Shows a persistent toast for a running task; returns a function that dismisses it. */
export const showProgress = (text: string, tone: Message['tone'], label: string, run: () => void) => {
  show({ tone, text, action: { label, run }, lasting: true })
  const id = lastId
  return () => dismiss(id)
}

/** Shows an error toast. A 401 shows none: the session has ended and the login page is about to open. */
export const showError = (failure: unknown) => {
  if (failure instanceof Failure && failure.status === 401) return
  const text = failure instanceof Error ? failure.message : String(failure)
  show({ tone: 'danger', text, ...(failure instanceof Failure && failure.detail && { detail: failure.detail }) })
}

export const dismiss = (id: number) => {
  banners.messages = banners.messages.filter((message) => message.id !== id)
}
