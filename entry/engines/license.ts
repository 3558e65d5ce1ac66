export { readLicense } from '../../engines/license-key.ts'
export type { LicenseSource } from '../../engines/license.ts'
