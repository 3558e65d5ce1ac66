// pages/trace.tsx
export const startTraceHelp = 'Set filters, then start the trace to see live calls of the storage.'
export const runningTraceHelp = 'Calls that match the filters appear here as they happen.'

// pages/use-filters.ts
export const enterResponseThreshold = 'Enter a response threshold of 0 or more'
export const typeRequired = 'Choose at least one type of call'
