/** The plans, by price (spec/3 1). */
export const planNames = ['Community', 'Standard', 'Enterprise'] as const
export type PlanName = (typeof planNames)[number]

type Cell = { text: string; strong?: string }

const none: Cell = { text: 'None' }

/** Features of each plan. */
export const planRows: readonly { label: string; of: Readonly<Record<PlanName, Cell>> }[] = [
  {
    label: 'Price',
    of: {
      Community: { text: 'Open source' },
      Standard: { strong: '$10', text: '/TB/month, up to 10 PB' },
      Enterprise: { strong: '$20', text: '/TB/month, up to 5 PB' },
    },
  },
  {
    label: 'Support SLA',
    of: { Community: none, Standard: { text: 'Under 24 hours' }, Enterprise: { text: 'Under 1 hour' } },
  },
  {
    label: 'LTS',
    of: { Community: { text: '1 year' }, Standard: { text: '5 years' }, Enterprise: { text: '5 years' } },
  },
  {
    label: 'Panic button',
    of: { Community: none, Standard: { text: '1 per year' }, Enterprise: { text: 'Unlimited' } },
  },
  {
    label: 'License',
    of: { Community: { text: 'GNU AGPL v3' }, Standard: { text: 'Commercial' }, Enterprise: { text: 'Commercial' } },
  },
]

/** The plan of a license; an unknown one counts as Standard (spec/3 4), no license as Community. */
export const planOf = (plan: string | undefined): PlanName =>
  plan === undefined ? 'Community' : plan.toUpperCase() === 'ENTERPRISE' ? 'Enterprise' : 'Standard'

/** Pricing page, with a parameter that identifies the console. */
export const pricingUrl = (operator: boolean) => `https://min.io/pricing?ref=${operator ? 'op' : 'con'}`
