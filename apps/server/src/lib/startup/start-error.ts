/** Something outside the program keeps it from starting. The message says what to do. */
export class StartError extends Error {}
