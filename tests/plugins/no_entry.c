int no_plugin(void); int no_plugin(void) { return 0; }
