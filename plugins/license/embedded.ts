import type { EmbeddedKit } from 'stowage/engines/embedded'
import { configuredLicense } from './adapters/configured-license.ts'

export default ({ enter, license }: EmbeddedKit) => configuredLicense(license, async () => void enter())
