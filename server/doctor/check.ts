import type { Diagnosis } from '../../engines/diagnosis.ts'

export type Check = Diagnosis

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
