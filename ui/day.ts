import * as v from 'valibot'
import { enterDay } from './messages.ts'

/** Whether a text is a valid calendar day, as `2026-02-28` is and `2026-02-30` is not. */
export const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true

/** Rule for a form entry that renders its own date input; those with the control `date` need none. */
export const validDay = v.check<string, string>(isDay, enterDay)

/** Error of a filter's text that is neither empty nor a valid day. */
export const dayError = (text: string) => (text === '' || isDay(text) ? undefined : enterDay)
