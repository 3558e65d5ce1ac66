export { readLicense } from '../../engines/license-key.ts'
