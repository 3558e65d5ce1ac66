import { displayName } from '../../core/protocol/format.ts'
import { page } from './console.ts'

export const dialog = () => page.getByRole('dialog')

/** Presses a button of the dialog. */
export const pressInDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

/** Adds a value to a field of the dialog that takes several. */
export const selectInDialog = async (label: string, name: string) => {
  const field = dialog().getByRole('combobox', { name: label })
  await field.fill(name)
  await dialog().getByRole('option').filter({ hasText: name }).first().waitFor()
  await field.press('Enter')
  await chip(name).waitFor()
  await field.press('Tab')
}

/** The button that removes a selected value in the dialog. */
export const chip = (name: string) => dialog().getByRole('button', { name: `Remove ${name}`, exact: true })

/** Confirms a dialog, after typing the name if it asks for it. */
export const confirm = async (verb: string) => {
  await dialog().getByRole('button', { name: verb, exact: true }).waitFor()
  const label = dialog().getByText(/^Type .+ to confirm\s*$/)
  if ((await label.count()) > 0) {
    const [, typed = ''] = /^Type (.+) to confirm/.exec((await label.textContent()) ?? '') ?? []
    await dialog().getByLabel(`Type ${typed} to confirm`).fill(typed)
  }
  await pressInDialog(verb)
}

/** Types the text that a dialog asks for before a permanent deletion, and presses its button. */
export const confirmByTyping = async (typed: string, name: string) => {
  await dialog()
    .getByLabel(`Type ${displayName(typed)} to confirm`)
    .fill(typed)
  await pressInDialog(name)
}

/** Waits until the dialog is gone. */
export const waitForDialogClose = () => dialog().waitFor({ state: 'detached' })
