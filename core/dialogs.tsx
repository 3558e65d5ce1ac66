import { createContext, useContext } from 'react'
import { sayFailure } from './banners.ts'
import type { PluginDialog } from './plugin.ts'
import { ask } from './ui/confirm.tsx'

/** The dialogs that plugins have for others, as far as the session may open them; the shell says which. */
export const Dialogs = createContext<readonly PluginDialog[]>([])

/**
 * Opens the dialog of this id, telling it what it is about; nothing for whoever may not, or where its plugin is off.
 */
export const useDialog = (id: string) => {
  const dialog = useContext(Dialogs).find((one) => one.id === id)
  if (!dialog) return undefined
  return async (about: Readonly<Record<string, string>>) => {
    try {
      const { default: Shown } = await dialog.load()
      await ask<void>((answer) => <Shown about={about} onClose={() => answer()} />)
    } catch (error) {
      sayFailure(error)
    }
  }
}
