import { createContext, useContext } from 'react'
import type { PluginLink } from './plugin.ts'

/** Pages that plugins offer to other plugins' links and the session may open; provided by the shell. */
export const Links = createContext<readonly PluginLink[]>([])

/**
 * Returns a function that builds the address of the page with this link id; `undefined` if the account lacks access or
 * the plugin is disabled.
 */
export const useLink = (id: string): PluginLink['to'] | undefined =>
  useContext(Links).find((link) => link.id === id)?.to
