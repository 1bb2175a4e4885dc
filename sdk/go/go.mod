module agon

go 1.19
