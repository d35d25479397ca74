/** Under this token the application holds what the use-cases of a build ask of the world. */
export const BUILD_PORTS = Symbol('build ports');
