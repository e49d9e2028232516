import { TestEnvironment } from 'jest-environment-node';

/** Jest gives each test file its own globals, but ONNX Runtime's native code returns arrays of the process's. */
export default class OnnxEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.Float32Array = Float32Array;
  }
}
