/** Under this name the browser keeps where somebody is with the first steps: `begun`, or `gone` for good. */
export const FIRST_STEPS = 'first-steps'
