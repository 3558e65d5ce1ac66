import { Failure } from '../core/protocol/failure.ts'
import { getPreference, setPreference } from '../core/web/preferences.ts'
import { storageRefused } from './messages.ts'

/** Stores a preference; `undefined` deletes it. @throws `Failure` 507 if the browser's storage is full or blocked. */
export const storePreference = (name: string, text: string | undefined) => {
  setPreference(name, text)
  if (getPreference(name) !== text) throw new Failure(507, storageRefused)
}
