import { createContext, useContext } from 'react'
import { showError } from '../core/web/toasts.ts'
import type { PluginDialog } from '../core/web/plugin.ts'
import { showDialog } from './confirm.tsx'

/** Dialogs that plugins offer to other plugins and the session may open; provided by the shell. */
export const Dialogs = createContext<readonly PluginDialog[]>([])

/**
 * Returns a function that opens the dialog with this id; `undefined` if the account lacks access or the plugin is
 * disabled.
 */
export const useDialog = (id: string) => {
  const dialog = useContext(Dialogs).find((one) => one.id === id)
  if (!dialog) return undefined
  return async (about: Readonly<Record<string, string>>) => {
    try {
      const { default: DialogComponent } = await dialog.load()
      await showDialog<void>((resolve) => <DialogComponent about={about} onClose={() => resolve()} />)
    } catch (error) {
      showError(error)
    }
  }
}
