import type { EmbeddedKit } from 'stowage/engines/embedded'
import { told } from './adapters/told.ts'

export default ({ enter, license }: EmbeddedKit) => told(license, async () => void enter())
