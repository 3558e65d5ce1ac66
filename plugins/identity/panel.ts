import { call, panelForm } from 'stowage/web'
import { identity, SessionLength } from './contract.ts'

/** Session duration, as a panel of the Settings page. */
export const sessions = panelForm({
  schema: SessionLength,
  read: () => call(identity.sessionLength),
  save: (body) => call(identity.setSessionLength, { body }),
})
