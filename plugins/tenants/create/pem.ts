import * as messages from '../messages.ts'

/** Size limit of a certificate or key, in bytes. */
export const PEM_MOST = 96 * 1024

/** Why a text is not a certificate or key; `undefined` if it is. */
export const pemProblem = (text: string) => {
  if (text.length > PEM_MOST) return 'Enter at most 96 KiB'
  return text.trim() !== '' && !text.includes('-----BEGIN ') ? messages.pemRequired : undefined
}
