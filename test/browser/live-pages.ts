import { page, server } from './console.ts'
import { row } from './elements.ts'
import { putObject } from './objects.ts'

/** The status of the feed of a page, such as `Live`. */
export const feedStatus = (text: string) => page.getByRole('banner').getByText(text, { exact: true })

/** Asserts that the live page of a bucket has rows from before and after a restart of the console. */
export const assertContinuesAfterRestart = async (bucket: string, labelOf: (key: string) => string) => {
  await putObject(bucket, 'before', 'x')
  await row(labelOf('before')).waitFor()
  await server.restart()
  await feedStatus('Reconnecting').waitFor()
  await feedStatus('Live').waitFor()
  await putObject(bucket, 'after', 'x')
  await row(labelOf('after')).waitFor()
  await row(labelOf('before')).waitFor()
}
