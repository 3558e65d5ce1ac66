import type { ConfigSection } from 'stowage'

/** Functions that change objects while they are read. */
export const sections: readonly ConfigSection[] = [
  { id: 'lambda_webhook', title: 'Object Lambda Webhook', group: 'Data', targetLabel: 'Function' },
]
