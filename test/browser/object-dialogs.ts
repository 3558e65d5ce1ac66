import { until } from '../lib/until.ts'
import { page } from './console.ts'
import { dialog } from './dialogs.ts'

export const selectRow = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()

/** Link in the dialog's field, once there is one. */
export const sharedLink = async () => {
  const field = dialog().getByLabel('Link', { exact: true })
  let value = ''
  // the field is empty while another link is loading
  await until(async () => {
    value = await field.inputValue()
    return value !== ''
  })
  return value
}

export const fetchText = async (url: string) => (await fetch(url)).text()
