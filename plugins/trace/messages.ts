// pages/trace.tsx
export const setFiltersThenStartTrace = 'Set filters, then start the trace to see live calls of the storage.'
export const callsThatMatchFiltersAppear = 'Calls that match the filters appear here as they happen.'

// pages/use-filters.ts
export const enterResponseThreshold = 'Enter a response threshold of 0 or more'
export const chooseAtLeastOneType = 'Choose at least one type of call'
