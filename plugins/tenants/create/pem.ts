/** The most bytes of a certificate or key. */
export const PEM_MOST = 96 * 1024

/** What of a text is no certificate or key. */
export const pemProblem = (text: string) => {
  if (text.length > PEM_MOST) return 'Enter at most 96 KiB'
  return text.trim() !== '' && !text.includes('-----BEGIN ')
    ? "Enter it in PEM, which starts with '-----BEGIN'"
    : undefined
}
