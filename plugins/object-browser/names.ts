/**
 * What makes a name look like another one, or like a path, wherever it is saved: controls, what turns the writing's
 * direction, separators.
 */
export const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\\]/gu

/** The name under which a key is saved as a file: its last segment, with nothing in it that misleads. */
export const fileName = (key: string) => {
  const last = key.replace(/\/+$/, '').split('/').pop() ?? ''
  return /^\.{0,2}$/.test(last) ? 'download' : last.replace(misleading, '_')
}
