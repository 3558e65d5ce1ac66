import { dialog, page, until } from './console.ts'

export const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()

/** What the link field of the dialog holds, once it holds something. */
export const link = async () => {
  const field = dialog().getByLabel('Link', { exact: true })
  await until(async () => (await field.inputValue()) !== '')
  return field.inputValue()
}

export const textAt = async (url: string) => (await fetch(url)).text()
