export { readLicense } from '../../engines/license-key.ts'
export type { LicensePlace } from '../../engines/license.ts'
