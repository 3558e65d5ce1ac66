import { dialog, page, until } from './console.ts'

export const selectRow = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()

/** What the link field of the dialog holds, once it holds something. */
export const sharedLink = async () => {
  const field = dialog().getByLabel('Link', { exact: true })
  let value = ''
  // it is empty again while another one is on its way
  await until(async () => {
    value = await field.inputValue()
    return value !== ''
  })
  return value
}

export const fetchText = async (url: string) => (await fetch(url)).text()
