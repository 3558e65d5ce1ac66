import { call, panelForm } from 'stowage/web'
import { inventory, Settings } from './contract.ts'

export const panel = panelForm({
  schema: Settings,
  read: () => call(inventory.settings),
  save: (body) => call(inventory.setSettings, { body }),
})
