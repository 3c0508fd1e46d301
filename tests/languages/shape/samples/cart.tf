# The bucket of the carts.
resource "aws_s3_bucket" "carts" {
  bucket = "carts"
}

variable "region" {
  type = string
}

module "network" {
  source = "./network"
}
