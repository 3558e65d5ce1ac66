import type { EmbeddedKit } from '../../engines/embedded/kit.ts'
import { told } from './adapters/told.ts'

export default ({ enter, license }: EmbeddedKit) => told(license, async () => void enter())
