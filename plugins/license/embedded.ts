import type { EmbeddedAdapterContext } from 'stowage/engines/embedded'
import { configuredLicense } from './adapters/configured-license.ts'

export default ({ enter, license }: EmbeddedAdapterContext) => configuredLicense(license, async () => void enter())
