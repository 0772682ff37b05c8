/** Above these a process is in trouble. Fault F21: an event loop that is later is felt. */
export const lateMs = 200
/** Of all cores: encoders and viewers wait for each other. */
export const busyShare = 0.9
