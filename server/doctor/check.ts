/** Result of one check, with what to do about it if it is not `ok`. */
export type Check = {
  check: string
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  message: string
  fix?: string
}

export const ok = (check: string, message: string): Check => ({ check, status: 'ok', message })
export const skipped = (check: string, message: string): Check => ({ check, status: 'skipped', message })
export const warning = (check: string, message: string, fix: string): Check => ({
  check,
  status: 'warning',
  message,
  fix,
})
export const failed = (check: string, message: string, fix: string): Check => ({
  check,
  status: 'failed',
  message,
  fix,
})
