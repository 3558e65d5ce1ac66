import type { TestSection } from 'stowage'
import { tryAll, webhookTrials } from 'stowage/server'

/** Connects to the webhook and sends nothing. */
const testWebhook: TestSection = ({ endpoint = '' }, { outbound }) => tryAll(webhookTrials(outbound, endpoint))

export default testWebhook
